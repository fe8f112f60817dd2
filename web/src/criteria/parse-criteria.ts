import { Criteria } from '@dooryard/contract/criteria/criteria'

/** Removes the value at a path from the criteria, together with its filter or group. */
function removePart(criteria: Record<string, unknown>, [group, part]: readonly PropertyKey[]): Record<string, unknown> {
  const { [String(group)]: parts, ...others } = criteria
  if (part === undefined || typeof parts !== 'object' || parts === null || Array.isArray(parts)) return others
  const { [String(part)]: _, ...rest } = parts as Record<string, unknown>
  return Object.keys(rest).length > 0 ? { ...others, [String(group)]: rest } : others
}

/**
 * Parses criteria from elsewhere, such as a shared link, keeping what is valid; `isWhole` is false when something was
 * dropped.
 */
export function parseCriteria(input: unknown): { criteria: Criteria; isWhole: boolean } {
  const whole = Criteria.safeParse(input)
  if (whole.success) return { criteria: whole.data, isWhole: true }
  const nothing = { criteria: {}, isWhole: false }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return nothing
  const valid = whole.error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
    )
    .reduce<Record<string, unknown>>((rest, path) => removePart(rest, path), { ...input })
  const rest = Criteria.safeParse(valid)
  return rest.success ? { criteria: rest.data, isWhole: false } : nothing
}
