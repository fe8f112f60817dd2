/** A pattern for ILIKE that finds `text` anywhere; its own wildcards stand for themselves. */
export const containsText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
