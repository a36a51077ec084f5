"""What a user's own suite does: migrations, fixtures, TestCase with savepoints, and one race in a TransactionTestCase."""

import threading

from django.contrib.auth.models import User
from django.db import IntegrityError, connection, connections, transaction
from django.db.models import Count, F, ProtectedError, Q, Sum
from django.test import TestCase, TransactionTestCase

from shop.models import Category, Line, Product


class Shop(TestCase):
    fixtures = ["toys"]

    def test_migrated(self):
        self.assertEqual(Product.objects.get(name="SQL").price, 0)

    def test_fixture(self):
        ball = Product.objects.get(pk=20)
        self.assertEqual((ball.tags, str(ball.price)), ({"a": 1}, "2.50"))
        self.assertGreater(Product.objects.create(name="doll", category=ball.category).pk, 20)

    def test_constraints(self):
        with self.assertRaises(IntegrityError), transaction.atomic():
            Category.objects.create(name="toys")
        with self.assertRaises(IntegrityError), transaction.atomic():
            Product.objects.filter(pk=20).update(price=-1)
        self.assertEqual(Category.objects.count(), 2)

    def test_lines(self):
        user = User.objects.create_user("ann")
        Line.objects.bulk_create([Line(user=user, product_id=20, amount=2), Line(user=user, product=Product.objects.get(name="SQL"))])
        self.assertEqual(User.objects.annotate(sum=Sum("line__amount")).get().sum, 3)
        many = Category.objects.annotate(many=Count("product", filter=Q(product__stock__gt=3)))
        self.assertEqual(many.get(name="toys").many, 1)
        with self.assertRaises(ProtectedError):
            Product.objects.get(pk=20).delete()
        user.delete()
        self.assertEqual(Line.objects.count(), 0)

    def test_queries(self):
        self.assertFalse(Category.objects.get_or_create(name="toys")[1])
        Category.objects.bulk_create([Category(name="x"), Category(name="toys")], ignore_conflicts=True)
        self.assertEqual(Product.objects.filter(tags__a=1, created__year=2024).count(), 1)
        with transaction.atomic():
            ball = Product.objects.select_for_update().get(pk=20)
            ball.stock = F("stock") - 1
            ball.save(update_fields=["stock"])
        ball.refresh_from_db()
        self.assertEqual(ball.stock, 4)


class Race(TransactionTestCase):
    def sell(self, sold):
        with transaction.atomic():
            product = Product.objects.get(pk=self.product.pk)
            if product.stock:
                product.stock -= 1
                product.save()
                sold.append(product.pk)
        connections.close_all()

    def test_oversell(self):
        self.product = Product.objects.create(name="last", category=Category.objects.create(name="rest"), stock=1)
        with connection.cursor() as cursor:
            cursor.execute("CHECKPOINT")
        sold = []
        threads = [threading.Thread(target=self.sell, args=(sold,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(len(sold), 1, "one was sold twice")
