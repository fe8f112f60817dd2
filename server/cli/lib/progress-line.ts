import { formatNumber } from '../../platform/util/format.ts'
import type { Terminal } from './command.ts'

const barWidth = 30
const linesEveryMs = 2_000

/**
 * Shows a progress bar on a terminal, and prints a line every two seconds elsewhere. `unit` is what the file consists
 * of.
 */
export function createProgressLine({ console, stderr }: Pick<Terminal, 'console' | 'stderr'>, unit: 'lines' | 'rows') {
  const isTerminal = stderr.isTTY
  let printedAt = isTerminal ? 0 : Date.now()
  const format = (share: number, rows: number) =>
    `${`${Math.floor(share * 100)}%`.padStart(4)}  ${formatNumber(rows)} ${unit}`
  return {
    print: ({ rows, share }: { rows: number; share: number }) => {
      if (Date.now() - printedAt < (isTerminal ? 100 : linesEveryMs)) return
      printedAt = Date.now()
      const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')
      if (isTerminal) stderr.write(`\r${bar} ${format(share, rows)}`)
      else console.error(format(share, rows))
    },
    clear: () => {
      if (isTerminal) stderr.write('\r\u001B[K')
    },
    finish: (rows: number) => {
      if (!isTerminal) console.error(format(1, rows))
    },
  }
}
