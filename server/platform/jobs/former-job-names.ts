/**
 * Jobs that the release before knows by another name. A worker takes them under both, so what is queued under the former
 * one is still done; workers of the release before leave the new names to others. Emptied in the next release.
 */
const formerNames: Readonly<Record<string, string>> = {
  'balance-below': 'top-up-credits',
  'forget-picture': 'purge-picture',
  'mirror-traces': 'sync-traces',
  'purge-idempotent-answers': 'purge-idempotency-keys',
  'tell-search-changes': 'notify-search-changes',
}

export const toCurrentJobName = (name: string): string => formerNames[name] ?? name

export function withFormerJobNames<Task>(tasks: Readonly<Record<string, Task>>): Record<string, Task> {
  const former = Object.entries(formerNames).flatMap(([name, current]) => {
    const task = tasks[current]
    return task === undefined ? [] : [[name, task] as const]
  })
  return { ...Object.fromEntries(former), ...tasks }
}
