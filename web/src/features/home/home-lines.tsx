import { Anchor, Skeleton, Stack } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './home.module.css'

type HomeLineProps = {
  title: ReactNode
  text: ReactNode
  /** Set if there are more than two lines. */
  isTall?: boolean
  children: ReactNode
}

/** A line of a list: title, secondary text, and a value at the end. */
export const HomeLine = ({ title, text, isTall, children }: HomeLineProps) => (
  <li className={classes.line} data-tall={isTall}>
    <div className={classes.what}>
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
    {children}
  </li>
)

/** Links from a section of the home screen to the full list. */
export const MoreLink = createLink((props: Omit<ComponentProps<'a'>, 'color' | 'style'> & { py?: number }) => (
  <Anchor py={4} {...props} inherit fz={13} underline="hover" style={{ textUnderlineOffset: 3 }} />
))

/** Placeholder lines while a list loads. */
export const ListSkeleton = ({ label }: { label: string }) => (
  <Stack gap={24} px={20} py={24} role="status" aria-label={`${label}, loading`}>
    {[72, 58, 66].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} />
    ))}
  </Stack>
)
