import { expect, test } from 'vitest'
import { toAddressFile } from './address-text.ts'

test.each<[pasted: string, file: string, addedLines: number]>([
  [
    '1208 Example Orchard Ln, Nashville, TN 37209\r\n\n77 "The Oaks" Ct\tNashville\tTN\t37209\n\n',
    'Address\n"1208 Example Orchard Ln, Nashville, TN 37209"\n""\n"77 ""The Oaks"" Ct, Nashville, TN, 37209"',
    1,
  ],
  ['Address\tCity\tZIP\n1 Oak Ct\tNashville\t37209', 'Address\tCity\tZIP\n1 Oak Ct\tNashville\t37209', 0],
  ['\n \nAddress\tZIP\n1 Oak Ct\t37209', 'Address\tZIP\n\n \n1 Oak Ct\t37209', 0],
  ['1 Street Rd, 37209', 'Address\n"1 Street Rd, 37209"', 1],
])('pasted lines become a file, and a table keeps its own columns: %j', async (pasted, expected, addedLines) => {
  const { file, ...rest } = toAddressFile(pasted)
  expect([await file.text(), rest]).toEqual([expected, { addedLines }])
})
