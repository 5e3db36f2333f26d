# Completion of ./tess and tess for zsh. In ~/.zshrc, behind compinit: eval "$(./tess completion zsh)"
_tess_words() {
case "$1" in
@words@
esac
}

_tess() {
    local place='' word before=${words[CURRENT-1]}
    local -a found
    for word in ${words[2,CURRENT-1]}; do
        if [[ $word != -* && -n $(_tess_words "${place:+$place }$word") ]]; then
            place="${place:+$place }$word"
        fi
    done
    if [[ $before == -* && -n $(_tess_words "$place $before") ]]; then
        place="$place $before"
    fi
    found=(${(f)"$(_tess_words "$place")"})
    if [[ $PREFIX != -* ]]; then
        found=(${found:#-*})
    fi
    # Where nothing is known, a file may be meant.
    _describe tess found || _files
}

compdef _tess tess ./tess
