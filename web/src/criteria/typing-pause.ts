/** Milliseconds without a keystroke after which what is being typed counts as asked. */
export const typingPause = 40

/** Milliseconds without a keystroke after which nobody types any more: a quick typist takes about as long for the next. */
export const typingRest = 150
