/** Two searches that overlap. */
export const absenteeOutOfState = {
  location: { states: ['TN'] },
  owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] },
}
export const longOwned = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }

export const parseLeadCount = (text: string | null) => Number(text?.replace(/\D/g, ''))
