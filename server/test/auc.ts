/** Mann and Whitney's U over the number of pairs: 0.5 means indistinguishable. */
export function auc(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))]
  all.sort((one, other) => one.value - other.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const ofA = all.slice(start, end).filter(({ isA }) => isA).length
    rankSum += ofA * ((start + 1 + end) / 2)
    start = end
  }
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length)
}
