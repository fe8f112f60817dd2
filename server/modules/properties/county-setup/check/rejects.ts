/** The key of the list of rows that the last check of a setup rejected. */
export const getRejectsKey = (setupId: string) => `county-setups/${setupId}/rejects.csv`
