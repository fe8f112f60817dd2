import classes from './logo.module.css'

/** The mark: a door, and the yard before it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <path d="M10 23V14a6 6 0 0 1 12 0v9z" fill="#fff" />
      <circle cx="18.6" cy="17.2" r="1.3" fill="#4f46e5" />
      <path d="M6 24.5h20" stroke="#a5b4fc" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.name}>Dooryard</span>
    </span>
  )
}
