const isUneven = /\s\s|[^\S ]|^ | $/

/** Collapses runs of blanks and trims the ends. Most texts are returned unchanged. */
export const collapseBlanks = (text: string) => (isUneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
