import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import classes from './shortcuts.module.css'

export type Shortcut = { to: LinkProps['to']; icon: LucideIcon; title: string; text: string }

/** The ways on from here that are taken most. */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <nav aria-label="Shortcuts" className={classes.shortcuts}>
      {shortcuts.map(({ to, icon: Icon, title, text }) => (
        <Link key={title} to={to} className={classes.shortcut}>
          <span className={classes.icon}>
            <Icon size={18} aria-hidden="true" />
          </span>
          <span className={classes.words}>
            <strong>{title}</strong>
            <span>{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}
