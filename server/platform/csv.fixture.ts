const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\uFF1D1+1', ' =1+1', '\u00a0=1+1', "'=1+1", '"=1+1', '""=1+1']
const separators = ['', ';', '\t', '|', ',', '\n', '\r', '\r\n', ', ', '"; "']

/** Texts with a formula that stands in a cell of its own where a spreadsheet parts cells in another way than we do. */
export const attacks: readonly string[] = separators.flatMap((separator) =>
  formulas.flatMap((formula) => [
    `Smith${separator}${formula}`,
    `x,${separator}${formula}`,
    `y"${separator}${formula}${separator}z`,
    `a${separator}${formula}${separator}\n`,
  ]),
)

/** Texts of real lists, in which no spreadsheet finds a formula. */
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
