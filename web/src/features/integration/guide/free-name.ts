/** Returns the name, or the first free of `name 2`, `name 3`…; ignores case. */
export function getFreeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()))
  let free = name
  for (let next = 2; lower.has(free.toLowerCase()); next++) free = `${name} ${next}`
  return free
}
