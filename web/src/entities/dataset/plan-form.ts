import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import { RefreshPlan, type RefreshSchedule } from '@dooryard/contract/data/datasets/refresh-plans'
import { z } from 'zod'

/** The fields of the form, as typed. `locations` are in the order of the source's files. */
export type PlanValues = {
  locations: string[]
  every: string
  weekday: string
  day: string
  hour: string
  cron: string
}

type FileLocations = readonly { file: string; location: string }[]

/** Where the plan has no location for a file, it is the one from which it was loaded, as far as it came from one. */
export function toPlanValues(
  { sourceFiles, refresh }: Pick<Dataset, 'sourceFiles' | 'refresh'>,
  loadedFrom: FileLocations = [],
): PlanValues {
  const locations: FileLocations = [...(refresh?.locations ?? []), ...loadedFrom]
  const schedule = refresh ? refresh.schedule : ({ every: 'WEEK', weekday: 1, hour: 6 } as const)
  return {
    locations: sourceFiles.map((file) => locations.find((one) => one.file === file)?.location ?? ''),
    every: schedule?.every ?? 'NEVER',
    weekday: schedule?.every === 'WEEK' ? String(schedule.weekday) : '1',
    day: schedule?.every === 'MONTH' ? String(schedule.day) : '1',
    hour: schedule && schedule.every !== 'CRON' ? String(schedule.hour) : '6',
    cron: schedule?.every === 'CRON' ? schedule.cron : '0 6 * * 1',
  }
}

function toSchedule({ every, weekday, day, hour, cron }: PlanValues): RefreshSchedule | null {
  if (every === 'WEEK') return { every, weekday: Number(weekday), hour: Number(hour) }
  if (every === 'MONTH') return { every, day: Number(day), hour: Number(hour) }
  if (every === 'CRON') return { every, cron: cron.trim().replace(/\s+/g, ' ') }
  return every === 'DAY' ? { every, hour: Number(hour) } : null
}

export const toPlan = (values: PlanValues, sourceFiles: readonly string[]): RefreshPlan => ({
  locations: sourceFiles.map((file, at) => ({ file, location: (values.locations[at] ?? '').trim() })),
  schedule: toSchedule(values),
})

/** Validates the form by the contract; errors appear at the fields that they are about. */
export const buildPlanSchema = (sourceFiles: readonly string[]) =>
  z.custom<PlanValues>().check(({ value, issues }) => {
    const parsed = RefreshPlan.safeParse(toPlan(value, sourceFiles))
    for (const { path, message } of parsed.error?.issues ?? [])
      issues.push({ code: 'custom', input: value, path: toFieldPath(path), message })
  })

const toFieldPath = ([part, second, third]: PropertyKey[]): PropertyKey[] => {
  if (part === 'locations') return third === undefined ? ['locations', 0] : ['locations', second ?? 0]
  return second === undefined ? ['every'] : [second]
}

/** The field of the form that a path of the plan names. */
export const toPlanField = (path: string) => path.replace(/^schedule\./, '').replace(/\.location$/, '')
