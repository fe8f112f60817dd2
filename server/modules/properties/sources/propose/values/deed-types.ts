import type { DeedType } from '@dooryard/contract/api/enums'

const deeds: readonly (readonly [words: RegExp, deed: DeedType])[] = [
  [/special|limited|^(?:sw|swd|lwd)$/i, 'SPECIAL_WARRANTY'],
  [/quit|^(?:qc|qcd|qd)$/i, 'QUITCLAIM'],
  [/sheriff|foreclos|master'?s|^(?:sd|shd)$/i, 'FORECLOSURE'],
  [/tax deed|^(?:tx|txd|td)$/i, 'TAX'],
  [/trustee|executor|administrat|fiduciary|^(?:tr|trd|exd|ed)$/i, 'TRUSTEE'],
  [/warr|^(?:wd|gwd)$/i, 'WARRANTY'],
  [/grant|^gd$/i, 'GRANT'],
]

/** The kind of a deed in the words or the code of a county. */
export const findDeedType = (cell: string): DeedType | undefined => deeds.find(([words]) => words.test(cell))?.[1]
