import { Exclude, Expose, Transform } from 'class-transformer';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn } from 'typeorm';

const time = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

@Entity({ schema: 'identity', name: 'persons' })
export class Person {
  @PrimaryColumn('int') id!: number;
  @Column('text') email!: string;
}

@Entity({ schema: 'identity', name: 'account_managers' })
export class AccountManager {
  @PrimaryColumn('int') portal_id!: number;
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('int') manager_id!: number;
  @ManyToOne('Account', 'managers')
  @JoinColumn([
    { name: 'portal_id', referencedColumnName: 'portal_id' },
    { name: 'account_id', referencedColumnName: 'id' },
  ])
  account!: unknown;
}

/** As the resource API shows it. */
@Exclude()
@Entity({ schema: 'identity', name: 'accounts' })
export class Account {
  @PrimaryColumn('int') portal_id!: number;
  @Expose() @PrimaryColumn('int') id!: number;
  @ManyToOne(() => Person) @JoinColumn({ name: 'person_id' }) person!: Person;
  @Expose() @Column('text') first_name!: string;
  @Expose() @Column('text') last_name!: string;
  @Expose() @Column('text', { nullable: true }) profile_picture!: string | null;
  @Expose() @Column('text', { array: true }) roles!: string[];
  @Expose() @Column('boolean') status!: boolean;
  @Expose() @Column('text', { nullable: true }) locale!: string | null;
  @Expose()
  @Transform(({ value }: { value: Date }) => time(value))
  @Column('timestamptz')
  created_time!: Date;
  @Expose()
  @Transform(({ value }: { value: Date }) => time(value))
  @Column('timestamptz')
  updated_time!: Date;
  @Expose()
  @Transform(({ value }: { value: Date | null }) => value && time(value))
  @Column('timestamptz', { nullable: true })
  last_login_time!: Date | null;
  @Column('timestamptz', { nullable: true }) closed_time!: Date | null;
  @Expose()
  @Transform(({ value }: { value: AccountManager[] }) => value.map(({ manager_id: id }) => id))
  @OneToMany(() => AccountManager, 'account')
  managers!: AccountManager[];
  @Expose() @Column('jsonb') custom_fields!: Record<string, unknown>;

  @Expose() get email(): string {
    return this.person.email;
  }

  @Expose() get full_name(): string {
    return `${this.first_name} ${this.last_name}`;
  }
}
