import { testOpenedOf, testPhoneThings } from './screens.ts'

testOpenedOf('consumer', 'subscriber')
testPhoneThings()
