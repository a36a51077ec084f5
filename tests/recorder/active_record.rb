# Rails' ORM: optimistic and pessimistic locking, nested transactions, several rows in one INSERT, lists of ids.
require "active_record"
ActiveRecord::Base.establish_connection(ENV["DATABASE_URL"])

class Account < ActiveRecord::Base; has_many :entries; end
class Entry < ActiveRecord::Base; belongs_to :account; end

ActiveRecord::Base.connection.execute(File.read(ARGV[0]))
20.times { |i| Account.create!(name: "a#{i}", balance: 100) }
srand 1
12.times do |k|
  a, b = (1..20).to_a.sample(2)
  Account.transaction do
    from, to = Account.find(a), Account.find(b)
    from.update!(balance: from.balance - k - 1)
    to.update!(balance: to.balance + k + 1)
  end
  Account.transaction do
    locked = Account.lock.find(a)
    locked.entries.create!(n: k)
    locked.increment!(:balance)
  end
  Entry.transaction { Entry.insert_all!((1..(k % 3 + 2)).map { |i| { account_id: a, n: i } }) }
  Account.transaction { Account.find_or_create_by!(name: "x#{k % 5}") }
  Entry.transaction do
    found = Entry.where(account_id: a).order(:id).limit(k % 2 + 2).pluck(:id)
    Entry.where(id: found).update_all("n = n + 1")
  end
  Account.transaction do
    Account.transaction(requires_new: true) do
      Entry.create!(account_id: b, n: 5)
      raise ActiveRecord::Rollback if k.even?
    end
    Account.where(id: a).update_all("balance = balance - 1")
  end
end
puts Account.order(:id).pluck(:id, :balance).inspect, Entry.count
