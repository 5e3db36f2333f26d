"""How well the desk finds, answers, asks back and refuses: ``tess eval docs``."""
