import { Anchor, Button, type ButtonProps, type AnchorProps as TextProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './links.module.css'

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

const ButtonAnchor = ({ ref, ...props }: ButtonProps & Omit<AnchorProps, keyof ButtonProps>) => (
  <Button component="a" ref={ref ?? null} {...props} />
)

/** A link to another screen that looks like a button; its target is type-checked like any link's. */
export const LinkButton = createLink(ButtonAnchor)

const QuietAnchor = ({ children, ...props }: AnchorProps) => (
  <a className={classes.quiet} {...props}>
    {children}
  </a>
)

/** A link within a row or a sentence, in the color of the surrounding text. */
export const QuietLink = createLink(QuietAnchor)

const TextAnchor = ({ ref, ...props }: TextProps & Omit<AnchorProps, keyof TextProps>) => (
  <Anchor ref={ref ?? null} inherit underline="always" style={{ textUnderlineOffset: 3 }} {...props} />
)

export const AnchorLink = createLink(TextAnchor)
