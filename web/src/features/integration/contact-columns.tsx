import classes from './contacts.module.css'

/** Which headers a file of contacts may have: those that `server/modules/contacts/file/columns-rules.ts` finds. */
export const ContactColumns = () => (
  <div className={classes.columns}>
    <p>
      A line of the file names its columns. The owner is told by <code>owner name</code> with{' '}
      <code>mailing address</code> and <code>mailing zip</code> or <code>mailing city</code>, by{' '}
      <code>county_fips</code> with <code>apn</code>, or by <code>owner_key</code>.
    </p>
    <p>
      Beside it stand <code>phone1</code>, <code>phone2</code>…, each with <code>phone1 type</code> where it is known,
      and <code>email1</code>, <code>email2</code>…
    </p>
  </div>
)
