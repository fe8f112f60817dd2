import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>

function ButtonAnchor({ ref, ...props }: ButtonProps & AnchorProps & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" ref={ref} {...props} />
}

/** A link to another screen that looks like the button it is used as; its target is checked like any link's. */
export const LinkButton = createLink(ButtonAnchor)
