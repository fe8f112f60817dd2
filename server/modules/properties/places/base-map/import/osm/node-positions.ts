const perChunk = 1024 * 1024

/** The positions of the nodes that lines need, by their numbers: sixteen bytes for each, whatever an extract holds. */
export function createNodePositions() {
  const chunks: Float64Array[] = []
  let [used, ids, lngs, lats] = [perChunk, new Float64Array(0), new Int32Array(0), new Int32Array(0)]
  let next = 0

  function need(id: number): void {
    if (used === perChunk) {
      chunks.push(new Float64Array(perChunk))
      used = 0
    }
    const chunk = chunks.at(-1)
    if (chunk) chunk[used] = id
    used += 1
  }

  /** Ends the list of those that are needed. */
  function prepare(): void {
    const all = new Float64Array(chunks.length * perChunk - (perChunk - used) * (chunks.length > 0 ? 1 : 0))
    chunks.splice(0).forEach((chunk, at) => {
      all.set(chunk.subarray(0, Math.min(perChunk, all.length - at * perChunk)), at * perChunk)
    })
    all.sort()
    let count = 0
    for (const id of all)
      if (count === 0 || all[count - 1] !== id) {
        all[count] = id
        count += 1
      }
    ids = all.slice(0, count)
    lngs = new Int32Array(count).fill(unknown)
    lats = new Int32Array(count)
  }

  function find(id: number): number {
    // Nodes come in the order of their numbers, as do most of those of a line.
    const following = ids[next] ?? Infinity
    if (following === id) return next
    if (following > id && (next === 0 || (ids[next - 1] ?? 0) < id)) return -1
    let [low, high] = [0, ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const value = ids[middle] ?? 0
      if (value === id) return middle
      if (value < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  return {
    need,
    prepare,
    set: (id: number, lng: number, lat: number) => {
      const at = find(id)
      if (at < 0) return
      lngs[at] = Math.round(lng * unitsPerDegree)
      lats[at] = Math.round(lat * unitsPerDegree)
      next = at + 1
    },
    get: (id: number): [lng: number, lat: number] | undefined => {
      const at = find(id)
      const lng = lngs[at]
      if (at < 0 || lng === undefined || lng === unknown) return undefined
      next = at + 1
      return [lng / unitsPerDegree, (lats[at] ?? 0) / unitsPerDegree]
    },
  }
}

const unitsPerDegree = 1e7
const unknown = -(2 ** 31)
