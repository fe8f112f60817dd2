import { useTitle } from '../../lib/use-title.ts'
import { LogoMark } from '../logo.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Street } from '../street.tsx'
import classes from './feedback.module.css'

function Message() {
  useTitle('Page Not Found')
  return (
    <>
      <Street />
      <div className={classes.card}>
        <LogoMark size={40} />
        <p className={classes.code}>404</p>
        <h1 className={classes.title}>Page Not Found</h1>
        <p className={classes.text}>Nothing lives at this address. It may have moved, or the link may be cut short.</p>
        <div className={classes.actions}>
          <LinkButton to="/">Go Home</LinkButton>
        </div>
      </div>
    </>
  )
}

/** Every address that leads nowhere. */
export const NotFoundScreen = () => (
  <main className={classes.page}>
    <Message />
  </main>
)

/** The same inside the portal, which goes on working around it. */
export const ScreenNotFound = () => (
  <div className={`${classes.page} ${classes.within}`}>
    <Message />
  </div>
)
