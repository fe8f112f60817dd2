import { Criteria } from '@dooryard/contract/criteria'

/** Takes what stands at a path, and the filter or group that it is of, out of criteria. */
function without(criteria: Record<string, unknown>, [group, part]: readonly PropertyKey[]): Record<string, unknown> {
  const { [String(group)]: parts, ...others } = criteria
  if (part === undefined || typeof parts !== 'object' || parts === null || Array.isArray(parts)) return others
  const { [String(part)]: _, ...rest } = parts as Record<string, unknown>
  return Object.keys(rest).length > 0 ? { ...others, [String(group)]: rest } : others
}

/** What of criteria from elsewhere, as from a shared link, can be read; `isWhole` is false where some of it cannot. */
export function readCriteria(given: unknown): { criteria: Criteria; isWhole: boolean } {
  const whole = Criteria.safeParse(given)
  if (whole.success) return { criteria: whole.data, isWhole: true }
  const nothing = { criteria: {}, isWhole: false }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return nothing
  const sound = whole.error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
    )
    .reduce<Record<string, unknown>>((rest, path) => without(rest, path), { ...given })
  const rest = Criteria.safeParse(sound)
  return rest.success ? { criteria: rest.data, isWhole: false } : nothing
}
