import type { RollReport } from '../../modules/properties/index.ts'
import { formatNumber as n } from '../../platform/util/format.ts'

const labelByStatus: Record<RollReport['status'], string> = {
  LOADED: 'is loaded',
  UNCHANGED: 'was loaded from this very file before: nothing changed',
  CHECKED: 'was read as a trial: nothing changed',
  WAITING: 'was read and waits for a decision: nothing changed',
}

/** The report of an import or a check as the lines a shell shows. */
export const formatRollReport = (report: RollReport): string =>
  [
    `${report.name} ${labelByStatus[report.status]}.`,
    `  file      ${report.fileName}, SHA-256 ${report.sha256.slice(0, 16)}…`,
    `  recorded  ${report.recordedOn ?? 'unknown'}`,
    `  read      ${n(report.rowsRead)} rows in ${report.seconds} s`,
    `  mapped    ${n(report.rowsMapped)}`,
    `  rejected  ${n(report.rowsRejected)}`,
    ...Object.entries(report.reasons).map(([reason, count]) => `            ${n(count)} × ${reason}`),
    ...(report.rejectFile ? [`            listed in ${report.rejectFile}, below the files of DATA_DIR`] : []),
    `  made      ${n(report.properties)} properties, ${n(report.transfers)} transfers`,
    ...formatTransferLines(report),
    '',
    ...formatColumnLines(report),
    ...formatUnplacedUseLines(report),
    '',
    `  not published: ${report.notPublished.join(', ')}`,
  ].join('\n')

const formatTransferLines = ({ transfers, transfersJoined }: RollReport) => {
  if (transfers === 0) return []
  if (transfersJoined > 0) return [`            ${n(transfersJoined)} of the transfers are of a loaded parcel`]
  return [
    '            NONE of the transfers is of a loaded parcel, so no property shows them: import the roll of their',
    '            properties, or see whether it writes the same parcel numbers',
  ]
}

const formatColumnLines = ({ columns }: RollReport) => [
  `  ${'column'.padEnd(22)}${'filled'.padStart(11)}${'unknown'.padStart(11)}${'implausible'.padStart(13)}`,
  ...Object.entries(columns).map(
    ([name, { filled, unknown, implausible }]) =>
      `  ${name.padEnd(22)}${n(filled).padStart(11)}${n(unknown).padStart(11)}${n(implausible).padStart(13)}`,
  ),
]

const formatUnplacedUseLines = ({ unplacedUses }: RollReport) =>
  unplacedUses.length === 0
    ? []
    : [
        '',
        '  uses that have no class here:',
        ...unplacedUses.map(({ code, description, rows }) => {
          const words = [code, description].filter((word) => word !== null).join('  ')
          return `  ${n(rows).padStart(10)} × ${words}`
        }),
      ]
