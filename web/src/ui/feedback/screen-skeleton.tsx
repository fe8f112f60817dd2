import { Skeleton } from '@mantine/core'
import classes from './screen-skeleton.module.css'

/** A screen's outline, while its code is on its way: a heading and rows of a table. */
export function ScreenSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={28} width={200} mb={20} />
      <div className={classes.rows}>
        {Array.from({ length: 11 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          <div key={index} className={classes.row}>
            <Skeleton height={12} width={`${32 - ((index * 5) % 9)}%`} />
            <Skeleton height={12} width={`${18 - ((index * 3) % 5)}%`} />
            <Skeleton height={12} width={`${12 - (index % 4)}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}
