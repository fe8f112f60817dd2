/** The name, or the first of `name 2`, `name 3`… that is not taken; the case of letters makes no other name. */
export function freeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()))
  let free = name
  for (let next = 2; lower.has(free.toLowerCase()); next++) free = `${name} ${next}`
  return free
}
