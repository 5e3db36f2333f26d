# Aliases for fingers that type make; ./tess is the real thing and works without make.
.PHONY: demo test check serve

demo test check serve:
	@./tess $@
