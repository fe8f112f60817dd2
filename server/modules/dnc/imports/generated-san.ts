/** The subscription account number of generated versions. The FTC issues no such number. */
export const generatedSan = '00000-0000000'
