/** `4242 4242 4242 4242`. */
export const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The digits of a card number, however it was typed. */
export const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')
