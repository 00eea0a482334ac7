import '#start/routes/system'
import '#start/routes/auth'
import '#start/routes/dashboard'
import '#start/routes/operations'
