import { leaveOut } from '@app/kernel';

/** Drivers of TypeORM for other databases: file and class. */
const otherDrivers = {
  'aurora-mysql': 'AuroraMysqlDriver',
  'aurora-postgres': 'AuroraPostgresDriver',
  'better-sqlite3': 'BetterSqlite3Driver',
  capacitor: 'CapacitorDriver',
  cockroachdb: 'CockroachDriver',
  cordova: 'CordovaDriver',
  expo: 'ExpoDriver',
  mongodb: 'MongoDriver',
  mysql: 'MysqlDriver',
  nativescript: 'NativescriptDriver',
  oracle: 'OracleDriver',
  'react-native': 'ReactNativeDriver',
  sap: 'SapDriver',
  spanner: 'SpannerDriver',
  sqljs: 'SqljsDriver',
  sqlserver: 'SqlServerDriver',
};

// TypeORM loads all of them: 2 MB. Nothing but its DriverFactory uses these files, and only for a connection of their
// type.
for (const [folder, name] of Object.entries(otherDrivers))
  leaveOut(require.resolve(`typeorm/driver/${folder}/${name}.js`), { [name]: class {} });
