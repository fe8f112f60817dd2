import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LateDrawer } from './drawer.tsx'
import classes from './filter-drawer.module.css'

type FilterDrawerProps = { opened: boolean; onClose: () => void; count: ReactNode; children: ReactNode }

/** The filters where they have no room beside the results. */
export function FilterDrawer({ opened, onClose, count, children }: FilterDrawerProps) {
  return (
    <LateDrawer
      opened={opened}
      onClose={onClose}
      title="Filters"
      size={360}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
      classNames={{ header: classes.head, body: classes.body, content: classes.content }}
    >
      <div className={classes.filters}>{children}</div>
      <div className={classes.foot}>
        {count}
        <Button onClick={onClose}>Show</Button>
      </div>
    </LateDrawer>
  )
}
