/** Work that is done when asked for, never twice at once; asked for meanwhile, it is done once more. It never rejects. */
export function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isWanted = false
  const run = async () => {
    while (isWanted) {
      isWanted = false
      await work()
    }
  }
  const ask = () => {
    isWanted = true
    running ??= run().finally(() => {
      running = undefined
      // Asked for between the last look and now.
      if (isWanted) ask()
    })
  }
  return { ask, settled: async () => running }
}
