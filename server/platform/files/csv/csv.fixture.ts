const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\uFF1D1+1', ' =1+1', '\u00a0=1+1', "'=1+1", '"=1+1', '""=1+1']
const separators = ['', ';', '\t', '|', ',', '\n', '\r', '\r\n', ', ', '"; "']

/** Texts with a formula that lands in a cell of its own where a spreadsheet splits cells by other rules than ours. */
export const formulaAttacks: readonly string[] = separators.flatMap((separator) =>
  formulas.flatMap((formula) => [
    `Smith${separator}${formula}`,
    `x,${separator}${formula}`,
    `y"${separator}${formula}${separator}z`,
    `a${separator}${formula}${separator}\n`,
  ]),
)

/** Texts from real lists, in which no spreadsheet finds a formula. */
export const plainTexts: readonly string[] = [
  'SMITH, JOHN & MARY',
  'O’BRIEN-JONES; TRUST',
  "12 O'NEIL ST - REAR",
  'Apt 4 | Unit 2',
  'a = b',
  '1-800',
  'C/O ACME, INC. @ SUITE 5',
  '2026-11-02T09:30:00Z',
  'first line\nsecond line',
]
