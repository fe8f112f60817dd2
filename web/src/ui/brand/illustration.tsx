import classes from './illustration.module.css'

/** A decorative row of houses at the bottom of its container, one with a highlighted door. */
export const Illustration = () => <div className={classes.street} aria-hidden="true" />
