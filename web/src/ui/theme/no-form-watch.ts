function refuse(): never {
  throw new Error('Watching fields of Mantine forms is left out of the build.')
}

/** In place of the watched fields of Mantine's forms, which every form imports and none here has. */
export const useFormWatch = () => ({
  subscribers: { current: {} },
  watch: refuse,
  useWatchValue: refuse,
  getFieldSubscribers: () => [],
  notifyWatchSubscribers: () => undefined,
})
