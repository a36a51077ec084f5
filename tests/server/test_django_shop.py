"""A shop in Django, and its own tests of two requests at a time: test_django_shop.py oversell|coupon|pay [repaired].

More must not be sold than there is, a coupon not be used more often than it may be, and an order be paid once. `repaired`
locks the rows that a decision is about before it reads them.
"""

import os
import sys
import threading

import django
from django.conf import settings

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"], "HOST": os.environ["PGHOST"],
                           "PORT": os.environ["PGPORT"], "USER": os.environ["PGUSER"]}},
    INSTALLED_APPS=[], DEFAULT_AUTO_FIELD="django.db.models.BigAutoField", USE_TZ=True)
django.setup()

from django.db import OperationalError, connection, models, transaction  # noqa: E402
from django.db.models import Sum  # noqa: E402

REPAIRED = "repaired" in sys.argv


class Shop(models.Model):
    class Meta:
        abstract = True
        app_label = "shop"


class Customer(Shop):
    email = models.EmailField(unique=True)
    balance = models.DecimalField(max_digits=12, decimal_places=2, default=0)


class Product(Shop):
    name = models.CharField(max_length=80)
    stock = models.IntegerField()
    price = models.DecimalField(max_digits=8, decimal_places=2)


class Coupon(Shop):
    code = models.CharField(max_length=20, unique=True)
    max_uses = models.IntegerField()


class Redemption(Shop):
    coupon = models.ForeignKey(Coupon, models.CASCADE)
    customer = models.ForeignKey(Customer, models.CASCADE)


class Order(Shop):
    customer = models.ForeignKey(Customer, models.PROTECT)
    status = models.CharField(max_length=10, default="new")
    total = models.DecimalField(max_digits=12, decimal_places=2, default=0)
    created = models.DateTimeField(auto_now_add=True)


class OrderLine(Shop):
    order = models.ForeignKey(Order, models.CASCADE)
    product = models.ForeignKey(Product, models.PROTECT)
    quantity = models.IntegerField()


class Refused(Exception):
    """The shop says no."""


def decided_on(model):
    return model.objects.select_for_update() if REPAIRED else model.objects


@transaction.atomic
def checkout(customer, product, quantity):
    order = Order.objects.create(customer=Customer.objects.get(pk=customer))
    chosen = decided_on(Product).get(pk=product)
    if chosen.stock < quantity:
        raise Refused
    chosen.stock -= quantity
    chosen.save()
    OrderLine.objects.create(order=order, product=chosen, quantity=quantity)
    order.total = chosen.price * quantity
    order.save(update_fields=["total"])


@transaction.atomic
def redeem(code, customer):
    coupon = decided_on(Coupon).get(code=code)
    if coupon.redemption_set.count() >= coupon.max_uses:
        raise Refused
    Redemption.objects.create(coupon=coupon, customer_id=customer)


@transaction.atomic
def pay(number):
    order = decided_on(Order).get(pk=number)
    if order.status != "new":
        raise Refused
    customer = decided_on(Customer).get(pk=order.customer_id)
    customer.balance -= order.total
    customer.save(update_fields=["balance"])
    order.status = "paid"
    order.save(update_fields=["status"])


problems = []


def request(view, *arguments):
    """As a server does: again where the database asks for that, and a connection of its own."""
    for _ in range(20):
        try:
            view(*arguments)
            break
        except Refused:
            break
        except OperationalError as error:
            if error.__cause__.pgcode not in ("40001", "40P01"):
                problems.append(error)
                break
        except Exception as error:  # pylint: disable=broad-except
            problems.append(error)
            break
    connection.close()


def at_once(*requests):
    threads = [threading.Thread(target=request, args=one) for one in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems, problems
    connection.cursor().execute("SET isoproof.reads = latest")


def oversell():
    at_once((checkout, 1, 1, 2), (checkout, 2, 1, 2))
    sold = OrderLine.objects.aggregate(Sum("quantity"))["quantity__sum"]
    assert sold + Product.objects.get(pk=1).stock == 3, f"{sold} of 3 were sold"


def coupon():
    at_once((redeem, "SAVE", 1), (redeem, "SAVE", 2))
    assert Redemption.objects.count() == 1, "the coupon was used twice"


def pay_twice():
    at_once((pay, 1), (pay, 1))
    assert Customer.objects.get(pk=1).balance == 70, "the order was paid twice"


{"oversell": oversell, "coupon": coupon, "pay": pay_twice}[sys.argv[1]]()
