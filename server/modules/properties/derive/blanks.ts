const isUneven = /\s\s|[^\S ]|^ | $/

/** A text with one blank for each run of them, and none at its ends. Most texts are so, and are given as they are. */
export const oneBlank = (text: string) => (isUneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
