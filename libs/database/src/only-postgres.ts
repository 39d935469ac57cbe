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

// TypeORM loads all of them when it is loaded: 2 MB of each server's heap. Nothing but its DriverFactory uses these
// files, and only for a connection of their type, so an empty class can stand for each.
for (const [folder, name] of Object.entries(otherDrivers)) {
  const file = require.resolve(`typeorm/driver/${folder}/${name}.js`);
  const empty: Pick<NodeJS.Module, 'id' | 'filename' | 'loaded' | 'exports'> = {
    id: file,
    filename: file,
    loaded: true,
    exports: { [name]: class {} },
  };
  require.cache[file] ??= empty as NodeJS.Module;
}
