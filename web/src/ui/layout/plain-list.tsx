import { type BoxProps, Flex, type FlexProps } from '@mantine/core'
import type { ReactNode } from 'react'

type PlainListProps = BoxProps & {
  gap?: FlexProps['gap']
  isOrdered?: boolean
  'aria-label'?: string
  'aria-live'?: 'polite'
  children: ReactNode
}

export function PlainList({ isOrdered = false, ...props }: PlainListProps) {
  const shared = { direction: 'column', m: 0, p: 0, style: { listStyle: 'none' }, ...props } as const
  return isOrdered ? <Flex component="ol" {...shared} /> : <Flex component="ul" {...shared} />
}
