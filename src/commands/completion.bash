# Completion of ./tess and tess for bash. In ~/.bashrc: eval "$(./tess completion bash)"
_tess_words() {
case "$1" in
@words@
esac
}

_tess() {
    local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" place='' word found
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word != -* && -n $(_tess_words "${place:+$place }$word") ]]; then
            place="${place:+$place }$word"
        fi
    done
    if [[ $before == -* && -n $(_tess_words "$place $before") ]]; then
        place="$place $before"
    fi
    found=$(_tess_words "$place" | cut -d : -f 1)
    if [[ $current != -* ]]; then
        found=$(grep -v '^-' <<<"$found")
    fi
    COMPREPLY=($(compgen -W "$found" -- "$current"))
}

# Where nothing is known, a file may be meant.
complete -o default -F _tess tess ./tess
