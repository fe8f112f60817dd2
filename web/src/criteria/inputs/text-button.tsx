import { Anchor, type AnchorProps } from '@mantine/core'
import type { ComponentProps } from 'react'

export const TextButton = (props: AnchorProps & ComponentProps<'button'>) => (
  <Anchor component="button" type="button" fz="sm" h={28} px={8} {...props} />
)
