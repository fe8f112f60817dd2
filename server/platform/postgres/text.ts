/** A pattern for ILIKE that finds `text` anywhere; its own wildcards are escaped. */
export const containsText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
