import { Anchor, Group, type GroupProps, UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from '../map.module.css'

export const MapToolButton = ({ label, ...button }: ComponentProps<'button'> & { label: string }) => (
  <UnstyledButton className={classes.tool} aria-label={label} data-hint={label} {...button} />
)

export const MapNote = (props: GroupProps) => <Group className={classes.card} gap="4px 12px" maw={560} {...props} />

export const MapNoteButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Anchor
    component="button"
    type="button"
    fz={13}
    lh="20px"
    fw={500}
    mih={24}
    my={-2}
    c="var(--mantine-color-brand-light-color)"
    onClick={onClick}
  >
    {children}
  </Anchor>
)
