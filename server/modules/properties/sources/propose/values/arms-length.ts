/** Words about whether a sale was at arm’s length, either way. */
export const saysArmsLength = (cell: string) =>
  cell.length > 4 && /(?:\b|in|un|non)valid|arm['’]?s?[- ]?length|qualified/i.test(cell)

const denial = /\b(?:in|un|dis|non|not?)[- ]?(?:(?:an?|at|considered|deemed) )*(?:valid|arm|qualified)/i

/** Whether such words say that it was. */
export const isAtArmsLength = (cell: string) => saysArmsLength(cell) && !denial.test(cell)
