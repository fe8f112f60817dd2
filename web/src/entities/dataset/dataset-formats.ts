import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import type { RefreshSchedule } from '@dooryard/contract/data/datasets/refresh-plans'
import { getFieldInfo } from '@dooryard/contract/data/sources/fields'

/** The label of a field; `countyFips`, which is none, becomes `County FIPS`. */
export function formatColumn(name: string): string {
  const label = getFieldInfo(name)?.label
  if (label) return label
  const words = name
    .replace('.', ': ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bfips\b/i, 'FIPS')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00 UTC`

export function formatSchedule(schedule: RefreshSchedule | null): string {
  if (!schedule) return 'On request'
  if (schedule.every === 'CRON') return `Cron ${schedule.cron} (UTC)`
  const time = formatHour(schedule.hour)
  if (schedule.every === 'DAY') return `Daily at ${time}`
  if (schedule.every === 'WEEK') return `${weekdayNames[schedule.weekday - 1]}s at ${time}`
  return `Day ${schedule.day} of the month at ${time}`
}

/** The files of a source that its refresh has no location for: an edit of the source has added them. */
export const listUnplacedFiles = ({ sourceFiles, refresh }: Pick<Dataset, 'sourceFiles' | 'refresh'>): string[] =>
  refresh ? sourceFiles.filter((id) => !refresh.locations.some(({ file }) => file === id)) : []

/** Says that a refresh reads nothing before each file has a location. */
export const describeUnplacedFiles = (files: readonly string[]): string =>
  `The source now also reads ${new Intl.ListFormat('en').format(files)}. Nothing is refreshed until you say where ${
    files.length === 1 ? 'this file is' : 'these files are'
  }.`
