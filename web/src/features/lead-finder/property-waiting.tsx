import { Skeleton } from '@mantine/core'

/** Stands where a property will. */
export const PropertyWaiting = () => (
  <div role="status" aria-label="Loading the property">
    <Skeleton height={24} width="70%" mb={8} />
    <Skeleton height={16} width="45%" mb={24} />
    {Array.from({ length: 14 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
      <Skeleton key={index} height={14} my={18} width={`${90 - ((index * 7) % 30)}%`} />
    ))}
  </div>
)
