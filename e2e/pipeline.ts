/** Two searches of which some properties are in both. */
export const away = { location: { states: ['TN'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
export const longOwned = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }

export const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''))
